/** `docs/errors.md` has a heading for each code of an error, and no others. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codesInPage, codesInSource, type DeclaredCode } from './declared-codes.js';

const root = join(__dirname, '../../../..');
const ROOMS = ['core/src', 'files/src', 'dynamodb/src', 'dynamodb/simulator', 'testing/src'];

/** What looks like a code and is none of ours: each with its reason. */
const NO_ERROR_CODES: ReadonlyMap<string, string> = new Map([
  ['ALL_DONE', 'an event of the job machine'],
  ['OPEN_DELAYED', 'an event of the sink machine'],
  ['BACKOFF_ELAPSED', 'an event of the sink machine'],
  ['EAI_AGAIN', 'a code of the operating system'],
  ['Z_BUF_ERROR', 'a code of zlib'],
  ['ERR_STREAM_PREMATURE_CLOSE', "Node's own, of a stream that was closed"],
  ['ERR_STREAM_DESTROYED', "Node's own, of a stream that was written to after it was destroyed"],
]);

const found: readonly DeclaredCode[] = ROOMS.flatMap((room) => {
  const folder = join(root, 'packages', room);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => join(folder, name))
    .flatMap((path) => codesInSource(relative(root, path), readFileSync(path, 'utf8')));
});
const declared = found.filter(({ code }) => !NO_ERROR_CODES.has(code));
const explained = codesInPage(readFileSync(join(root, 'docs/errors.md'), 'utf8'));

const names = (codes: readonly { readonly code: string }[]): ReadonlySet<string> =>
  new Set(codes.map(({ code }) => code));

describe('docs/errors.md', () => {
  it('explains every code of the sources', () => {
    const headings = names(explained);
    const missing = declared.filter(({ code }) => !headings.has(code));
    const told = missing.map(({ code, path, line }) => `### ${code} (${path}:${String(line)})`);
    // What is no code of an error belongs to NO_ERROR_CODES, with a reason.
    expect({ 'headings to add to docs/errors.md': [...new Set(told)] }).toEqual({
      'headings to add to docs/errors.md': [],
    });
  });

  it('explains no code that the sources do not have', () => {
    const codes = names(declared);
    const stale = explained.filter(({ code }) => !codes.has(code)).map(({ code }) => code);
    expect({ 'headings to take from docs/errors.md': stale }).toEqual({
      'headings to take from docs/errors.md': [],
    });
  });

  it('explains each once, with what it means, its cause and what to do', () => {
    const codes = explained.map(({ code }) => code);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
    const told = /^\n- \*\*Means:\*\* \S.*\n- \*\*Cause:\*\* \S.*\n- \*\*Do:\*\* \S/;
    expect(
      explained.filter(({ explanation }) => !told.test(explanation)).map(({ code }) => code),
    ).toEqual([]);
  });

  it('is compared with nothing that is gone', () => {
    const present = names(found);
    expect([...NO_ERROR_CODES.keys()].filter((code) => !present.has(code))).toEqual([]);
  });
});

describe('codesInSource', () => {
  it.each([
    ["throw new MillraceError('SINK_GONE', what);", ['SINK_GONE']],
    ["throw new MillraceError('GONE', what);", ['GONE']],
    ["export type Code = 'FILE_A' | 'FILE_B';", ['FILE_A', 'FILE_B']],
    ["const code = isKnown ? cause.code : 'OPERATOR_GONE';", ['OPERATOR_GONE']],
    ["this.#fail(\n  'SINK_SHUT',\n  `not ${why}`,\n);", ['SINK_SHUT']],
    ["// 'SINK_GONE'\nconst GONE_AT = 'gone', kind = 'STOP';", []],
  ])('finds in %j %j', (text, codes) => {
    expect(codesInSource('a.ts', text).map(({ code }) => code)).toEqual(codes);
  });

  it('says where', () => {
    expect(codesInSource('a.ts', "\nfail('A_B');")).toEqual([
      { code: 'A_B', path: 'a.ts', line: 2 },
    ]);
  });
});

describe('codesInPage', () => {
  it('reads the headings of the third level', () => {
    const page =
      '# Errors\n## Files\nof files\n### FILE_A\n\nmeans a\n### FILE_B\nmeans b\n## More\n';
    expect(codesInPage(page)).toEqual([
      { code: 'FILE_A', explanation: '\nmeans a\n' },
      { code: 'FILE_B', explanation: 'means b\n' },
    ]);
  });
});
