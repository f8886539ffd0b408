/**
 * Owns: where the table is: in this process, in this process behind a shortage, or outside.
 * Refuses: to open it; `delay-table.ts` does.
 */
import type { ClientSettings } from '@millrace/dynamodb';

export type TablePlace =
  | { readonly is: 'embedded' }
  | { readonly is: 'slow'; readonly unitsPerSecond: number }
  | { readonly is: 'outside'; readonly table: string; readonly settings: ClientSettings };

/** Something for signatures; nobody behind a local endpoint looks at it. */
const PLACEHOLDERS: Required<Pick<ClientSettings, 'region' | 'credentials'>> = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** How to reach an endpoint inside this process. */
export function localSettings(endpoint: string): ClientSettings {
  return { endpoint, ...PLACEHOLDERS };
}

/**
 * How to reach an endpoint or a region outside. An endpoint without a region or credentials gets
 * placeholders; what the environment has, is left to the SDK.
 */
export function outsideSettings(
  { region, endpoint }: Pick<ClientSettings, 'region' | 'endpoint'>,
  environment: EnvironmentVariables,
): ClientSettings {
  const given = {
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  if (endpoint === undefined) return given;
  const has = (...names: readonly string[]) =>
    names.some((name) => environment[name] !== undefined);
  return {
    ...(has('AWS_REGION') ? {} : { region: PLACEHOLDERS.region }),
    ...(has('AWS_ACCESS_KEY_ID', 'AWS_PROFILE') ? {} : { credentials: PLACEHOLDERS.credentials }),
    ...given,
  };
}
