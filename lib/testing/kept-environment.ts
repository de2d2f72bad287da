/** Returns what puts the environment back as it is now, in the same object: Vitest's `unstubAllEnvs` deletes from the first one, whichever is in its place. */
export function keptEnvironment(): () => void {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name];
    Object.assign(process.env, before);
  };
}
