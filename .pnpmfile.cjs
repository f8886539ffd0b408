// The condition @millrace/source leads tests and editors to the sources. Outside of this workspace
// there are none, so it leaves every manifest on its way into a tarball (`npm run check:packages`
// proves it).
const privateCondition = '@millrace/source';

function withoutPrivateCondition(node) {
  if (node === null || typeof node !== 'object') return node;
  const kept = Object.entries(node).filter(([name]) => name !== privateCondition);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutPrivateCondition(value)]));
}

module.exports = {
  hooks: {
    beforePacking: (manifest) =>
      manifest.exports
        ? { ...manifest, exports: withoutPrivateCondition(manifest.exports) }
        : manifest,
  },
};
