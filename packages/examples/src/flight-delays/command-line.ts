/**
 * Owns: the door of the example: arguments in, exit code out.
 * Refuses: to let an error through unexplained.
 */
import { complaintOf, EXIT_CODES } from './complaint.js';
import { parseOptions, type OptionSources } from './options.js';
import { runExample, type Surroundings } from './run-example.js';
import { USAGE } from './usage.js';

/** Does what the arguments ask for; resolves with the exit code. */
export async function commandLine(
  argv: readonly string[],
  world: Surroundings & OptionSources,
): Promise<number> {
  try {
    const options = parseOptions(argv, world);
    if (options.output !== 'help') return await runExample(options, world);
    world.stdout.write(USAGE);
    return EXIT_CODES.verified;
  } catch (error) {
    const { text, exitCode } = complaintOf(error);
    world.stderr.write(`${text}\n`);
    return exitCode;
  }
}
