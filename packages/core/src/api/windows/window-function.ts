/**
 * Owns: the two ways in which a user writes a window function, made one.
 * Refuses: to call it.
 */
import type { KeyedStateDeclarations } from '../../model/state-declaration.js';
import type {
  AnyWindowFunction,
  ProcessWindow,
  ProcessWindowFunction,
} from '../../model/window-function.js';

/** A function, or an object where there is state or something to do when a window goes. */
export type WindowFunction<
  K,
  In,
  R,
  W extends KeyedStateDeclarations,
  G extends KeyedStateDeclarations,
> = ProcessWindow<K, In, R> | ProcessWindowFunction<K, In, R, W, G>;

export function isWindowFunction(
  value: unknown,
): value is WindowFunction<
  unknown,
  unknown,
  unknown,
  KeyedStateDeclarations,
  KeyedStateDeclarations
> {
  return (
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && 'process' in value)
  );
}

export function windowFunctionOf<
  K,
  In,
  R,
  W extends KeyedStateDeclarations,
  G extends KeyedStateDeclarations,
>(written: WindowFunction<K, In, R, W, G>): AnyWindowFunction {
  if (typeof written === 'function') {
    const process = written as AnyWindowFunction['process'];
    return { kind: 'collects', windowState: {}, globalState: {}, process, clear: undefined };
  }
  const { windowState = {}, globalState = {}, process, clear } = written;
  return {
    kind: 'collects',
    windowState,
    globalState,
    process: process.bind(written) as AnyWindowFunction['process'],
    clear: clear?.bind(written) as AnyWindowFunction['clear'],
  };
}
