/**
 * Owns: finding the examples that the documentation shows: TypeScript in TSDoc and in Markdown.
 * Refuses: to run them; `documented-examples.test.ts` does.
 */

/** One fenced block of TypeScript, and where it stands. */
export interface DocumentedExample {
  readonly path: string;
  readonly line: number;
  readonly code: string;
}

const FENCE = /^```ts\n([\s\S]*?)^```$/gm;

/** The examples of a source file's TSDoc: fenced blocks inside doc comments. */
export function examplesInSource(path: string, text: string): readonly DocumentedExample[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const lineBefore = linesBefore(text, comment.index);
    const uncommented = comment[0].replace(/^ *\* ?/gm, '');
    return examplesIn(path, uncommented, lineBefore);
  });
}

/** The examples of a Markdown page. */
export function examplesInMarkdown(path: string, text: string): readonly DocumentedExample[] {
  return examplesIn(path, text, 0);
}

function examplesIn(path: string, text: string, linesAbove: number): readonly DocumentedExample[] {
  return [...text.matchAll(FENCE)].map((fence) => ({
    path,
    line: linesAbove + linesBefore(text, fence.index) + 2,
    code: fence[1] ?? '',
  }));
}

function linesBefore(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1;
}
