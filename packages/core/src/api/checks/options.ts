/**
 * Owns: the checks of options that a type would refuse, for those who write JavaScript.
 * Refuses: options of connectors, which their makers look at.
 */
import { isOutputTag } from '../../model/output-tag.js';
import { unknownOptions } from '../../model/unknown-option.js';
import { optionNamesOf } from '../option-names.js';
import { nameOf, type Check } from './described-job.js';

export const checkOptionNames: Check = ({ nodes, options }) =>
  nodes.flatMap((node) =>
    unknownOptions(nameOf(node), options[node.id]!, optionNamesOf(node.spec)).map((message) => ({
      node: node.id,
      code: 'OPTION_UNKNOWN',
      message,
    })),
  );

export const checkOnError: Check = ({ nodes }) =>
  nodes
    .filter(({ onError }) => onError !== 'fail' && onError !== 'skip' && !isOutputTag(onError))
    .map((node) => {
      const message = `${nameOf(node)} has the onError ${shown(node.onError)}; use 'fail', 'skip' or a tag of outputTag()`;
      return { node: node.id, code: 'ON_ERROR_INVALID', message };
    });

function shown(onError: unknown): string {
  if (typeof onError === 'string') return JSON.stringify(onError);
  return typeof onError === 'object' ? 'of another kind' : String(onError);
}
