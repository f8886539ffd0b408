/**
 * Owns: the assignment of keys to key groups, which is Flink's own, so that state can move with it.
 * Refuses: to know which tasks there are; it is told how many subtasks share the groups.
 */
import type { CanonicalKey } from './key.js';

/** The number of a key group, from 0. */
export type KeyGroup = number;

/** How many key groups a job has unless it says otherwise: the most subtasks it can ever have. */
export const MAX_PARALLELISM_DEFAULT = 128;

/** Flink's own limit: beyond it, products of groups and subtasks no longer fit into 32 bits there. */
export const MAX_PARALLELISM_LIMIT = 32_768;

/** The key group of a key: murmur over Java's `String.hashCode` of its canonical text. */
export function keyGroupOf(key: CanonicalKey, maxParallelism = MAX_PARALLELISM_DEFAULT): KeyGroup {
  return murmur(javaHashCode(canonicalText(key))) % maxParallelism;
}

/** Which of so many subtasks has a key group: each has a range of them, as in Flink. */
export function subtaskOf(
  keyGroup: number,
  parallelism: number,
  maxParallelism = MAX_PARALLELISM_DEFAULT,
): number {
  return Math.floor((keyGroup * parallelism) / maxParallelism);
}

// Scalars other than strings get a prefix, so that 1, 1n, true and '1' do not share a text.
function canonicalText(key: CanonicalKey): string {
  return typeof key === 'string' ? key : `\u0000${(typeof key)[1] ?? ''}${String(key)}`;
}

/** The key groups of one of so many subtasks: those that `subtaskOf` gives it, both ends included. */
export function keyGroupsOf(
  subtask: number,
  parallelism: number,
  maxParallelism = MAX_PARALLELISM_DEFAULT,
): { readonly first: KeyGroup; readonly last: KeyGroup } {
  const firstOf = (index: number): KeyGroup => Math.ceil((index * maxParallelism) / parallelism);
  return { first: firstOf(subtask), last: firstOf(subtask + 1) - 1 };
}

/** Java's `String.hashCode`: 31-polynomial over UTF-16 code units, in 32 bits. */
export function javaHashCode(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Flink's `MathUtils.murmurHash`: one round of murmur3 over an int, made non-negative. */
export function murmur(code: number): number {
  let hash = Math.imul(code, 0xcc9e2d51);
  hash = Math.imul(rotateLeft(hash, 15), 0x1b873593);
  hash = (Math.imul(rotateLeft(hash, 13), 5) + 0xe6546b64) | 0;
  hash = mix(hash ^ 4);
  if (hash >= 0) return hash;
  return hash === -0x80000000 ? 0 : -hash;
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
