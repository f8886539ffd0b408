/** The smallest job with state: how often each word has come. The README shows it. */
import { defineJob, forEachSink, fromArray } from '@millrace/core';

export const wordCount = (words: readonly string[], print: (line: string) => void) =>
  defineJob('word-count', (env) => {
    env
      .fromSource(fromArray(words), { uid: 'words' })
      .map((word) => ({ word: word.toLowerCase(), count: 1 }))
      .keyBy(({ word }) => word)
      .reduce((a, b) => ({ word: a.word, count: a.count + b.count }), { uid: 'counts' })
      .sinkTo(
        forEachSink(({ word, count }) => print(`${word} ${String(count)}`)),
        { uid: 'print' },
      );
  });
