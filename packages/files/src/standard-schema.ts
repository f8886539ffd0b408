/**
 * Owns: the interface of https://standardschema.dev, version 1, which Zod, Valibot, ArkType and
 *   others implement. The specification asks to be copied; types only, so nothing is depended on.
 * Refuses: more of it than a validation needs.
 */

/** What a schema library offers: something that validates a value, and says what comes out. */
export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardResult<Output> | PromiseLike<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** With issues the value was refused. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value, and where in it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
