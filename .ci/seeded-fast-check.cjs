// Owns: fast-check as tests import it: with a seed that stands still, so that a run of all tests tells
// whether the change at hand broke something. New seeds find what was broken before, or a test that was
// wrong all along; that is for whoever looks for it: `PROPERTY_SEED=random npm test`, or a number.
// By its path: by its name it would come here again.
const fastCheck = require('../packages/core/node_modules/fast-check/lib/cjs/fast-check.js');

const seed = process.env.PROPERTY_SEED ?? '20261203';
if (seed !== 'random') fastCheck.configureGlobal({ seed: Number(seed) });

module.exports = fastCheck;
