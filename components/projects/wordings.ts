import type { PromptVersionRow, ProtocolDescription } from "@/lib/domain/prompt-version";

/** A wording of a protocol's prompts: a version of the project's, or the product's own. */
export interface Wording {
  /** What runs and drafts call it. */
  hash: string;
  label: string;
  /** By prompt. */
  texts: Record<string, string>;
  /** Null: the product's own. */
  version: PromptVersionRow | null;
}

/** All wordings of a protocol that are known here: the product's own first, then the project's, newest first. */
export function wordingsOf(protocol: ProtocolDescription, versions: readonly PromptVersionRow[]): Wording[] {
  const own = Object.fromEntries(protocol.prompts.map(({ name, text }) => [name, text]));
  const made = versions.filter((version) => version.protocol === protocol.name);
  return [
    { hash: protocol.promptVersion, label: "The product's own", texts: own, version: null },
    // A prompt that came with a later release is asked in the product's own words.
    ...made.map((version) => ({ hash: version.hash, label: `Version ${version.version}`, texts: { ...own, ...version.texts }, version })),
  ];
}
