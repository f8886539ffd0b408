/**
 * Owns: the proof that every example of the documentation runs, as it stands.
 * Refuses: examples that only look right; one that throws fails here under its file and line.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import {
  examplesInMarkdown,
  examplesInSource,
  type DocumentedExample,
} from './documented-example.js';

const root = join(__dirname, '../../../..');
const PUBLISHED = ['core', 'files', 'dynamodb', 'testing'];

function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

function examplesOf(path: string, read: typeof examplesInSource): readonly DocumentedExample[] {
  return read(relative(root, path), readFileSync(path, 'utf8'));
}

const sources = PUBLISHED.flatMap((name) => filesBelow(join(root, 'packages', name), '.ts'));
const pages = [
  join(root, 'README.md'),
  ...PUBLISHED.map((name) => join(root, 'packages', name, 'README.md')),
  ...filesBelow(join(root, 'docs'), '.md'),
];
const examples = [
  ...sources
    .filter((path) => !path.includes('/dist/') && !path.endsWith('.test.ts'))
    .flatMap((path) => examplesOf(path, examplesInSource)),
  ...pages.flatMap((path) => examplesOf(path, examplesInMarkdown)),
];

/** Runs an example as a module of its own would run; top-level await and console are its. */
async function run({ code, path, line }: DocumentedExample): Promise<void> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const silent = { ...console, log: () => undefined };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running the text is the point
  const body = new Function(
    'require',
    'exports',
    'console',
    `return (async () => {${outputText}\n})();\n//# sourceURL=${path}:${String(line)}`,
  ) as (...parts: unknown[]) => Promise<void>;
  await body(require, {}, silent);
}

describe('documented examples', () => {
  it('finds the examples of TSDoc and of pages', () => {
    const paths = examples.map(({ path }) => path);
    expect(paths).toContain('README.md');
    for (const name of PUBLISHED) expect(paths).toContain(`packages/${name}/README.md`);
    expect(paths).toContain('packages/core/src/api/define-job.ts');
  });

  it('fails for an example that throws', async () => {
    const broken = { path: 'broken.md', line: 1, code: 'throw new Error("as expected");' };
    await expect(run(broken)).rejects.toThrow('as expected');
  });

  it.each(examples.map((example) => [`${example.path}:${String(example.line)}`, example] as const))(
    '%s runs',
    (_, example) => run(example),
  );
});
