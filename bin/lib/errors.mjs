// What is known of an error: anything can be thrown.

/** An error's code, such as ENOENT or PostgreSQL's 42P01; undefined if it has none. */
export function codeOf(/** @type {unknown} */ error) {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));
