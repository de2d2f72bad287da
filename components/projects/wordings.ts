import type { PromptVersionRow, ProtocolDescription } from "@/lib/domain/prompt-version";

/** A wording of a protocol's prompts: a project version or the built-in one. */
export interface Wording {
  /** The name that runs and drafts record. */
  hash: string;
  label: string;
  /** By prompt. */
  texts: Record<string, string>;
  /** Null for the built-in wording. */
  version: PromptVersionRow | null;
}

/** All known wordings of a protocol: the built-in one, then the project's, newest first. */
export function wordingsOf(protocol: ProtocolDescription, versions: readonly PromptVersionRow[]): Wording[] {
  const own = Object.fromEntries(protocol.prompts.map(({ name, text }) => [name, text]));
  const made = versions.filter((version) => version.protocol === protocol.name);
  return [
    { hash: protocol.promptVersion, label: "Built-in", texts: own, version: null },
    // A prompt added in a later release uses the built-in wording.
    ...made.map((version) => ({ hash: version.hash, label: `Version ${version.version}`, texts: { ...own, ...version.texts }, version })),
  ];
}
