/**
 * Owns: which handle and which rows a declaration gets.
 * Refuses: to let two declarations share anything: each has a table of its own.
 */
import type { AggregateFunction } from '../../model/aggregate.js';
import type { KeyedStateDeclaration } from '../../model/state-declaration.js';
import { AggregatingHandle } from './aggregating-handle.js';
import { createListPiece } from './list-piece.js';
import { createMapPiece } from './map-piece.js';
import { ReducingHandle } from './reducing-handle.js';
import { createRowPiece } from './row-piece.js';
import type { PieceParts, StatePiece } from './state-piece.js';
import { ValueHandle } from './value-handle.js';

export function createPiece(declaration: KeyedStateDeclaration, parts: PieceParts): StatePiece {
  const { kind, ttl } = declaration;
  switch (kind) {
    case 'list':
      return createListPiece(ttl, parts);
    case 'map':
      return createMapPiece(ttl, parts);
    case 'value':
      return createRowPiece({ kind, ttl, handleOf: (row) => new ValueHandle(row) }, parts);
    case 'reducing': {
      const reduce = declaration.reduce as (reduced: unknown, value: unknown) => unknown;
      return createRowPiece(
        { kind, ttl, handleOf: (row) => new ReducingHandle(row, reduce) },
        parts,
      );
    }
    case 'aggregating': {
      const aggregate = declaration.aggregate as AggregateFunction<unknown, unknown, unknown>;
      return createRowPiece(
        {
          kind,
          ttl,
          handleOf: (row) => new AggregatingHandle(row, aggregate),
          shown: (accumulator) => aggregate.getResult(accumulator),
        },
        parts,
      );
    }
  }
}
