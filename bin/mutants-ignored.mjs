/** Attributes that set looks, or tell siblings apart: pictures guard the first, and nobody sees the second. */
const unread = new Set(["className", "key"]);

/** @type {(path: { isJSXAttribute: () => boolean; node: { name: { name: string } } }) => string | undefined} */
const shouldIgnore = (path) => (path.isJSXAttribute() && unread.has(path.node.name.name) ? "no word or figure" : undefined);

/** Keeps mutants off those attributes. See stryker.config.mjs. */
export const strykerPlugins = [{ kind: "Ignore", name: "looks", value: { shouldIgnore } }];
