/**
 * Owns: finding the codes of errors: in the text of a source file, and on the page that explains them.
 * Refuses: to tell codes from the events of machines and the codes of others; its caller knows those.
 */
import ts from 'typescript';

/** One mention of what may be a code, and where it stands. */
export interface DeclaredCode {
  readonly code: string;
  readonly path: string;
  readonly line: number;
}

const CODE = /^[A-Z]+(_[A-Z0-9]+)+$/;

/** Every literal that looks like a code, and whatever stands as the code of a `new MillraceError`. */
export function codesInSource(path: string, text: string): readonly DeclaredCode[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const codes: DeclaredCode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && (CODE.test(node.text) || isErrorCode(node))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      codes.push({ code: node.text, path, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return codes;
}

function isErrorCode(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isNewExpression(parent) || parent.arguments?.[0] !== node) return false;
  return parent.expression.getText() === 'MillraceError';
}

/** What the page says of one code. */
export interface ExplainedCode {
  readonly code: string;
  readonly explanation: string;
}

/** The headings of the third level, each with the text below it. */
export function codesInPage(markdown: string): readonly ExplainedCode[] {
  return markdown
    .split(/^(?=#{1,3} )/m)
    .filter((section) => section.startsWith('### '))
    .map((section) => {
      const [heading = '', ...below] = section.split('\n');
      return { code: heading.slice('### '.length), explanation: below.join('\n') };
    });
}
