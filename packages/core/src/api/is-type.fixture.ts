/**
 * Owns: what a type test says: `isType<Expected>()(value)` compiles only where the value has exactly
 * that type.
 * Refuses: to exist at run time: type tests are compiled, never run.
 */
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export declare function isType<Expected>(): <Actual>(
  value: Actual,
  ...proof: Equal<Actual, Expected> extends true ? [] : [never]
) => void;
