import { createHash } from "node:crypto";

/** Names an input by how it reads: texts that differ only in case, white space or the forms of their characters have the same name. */
export function inputText(input: string): string {
  const read = input.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  return createHash("sha256").update(read, "utf8").digest("base64");
}

/**
 * Inputs that must not be torn apart. A file may give one input two names, and one name to several texts; whatever hangs together by a text or by a name
 * goes by one text, the first of all that are joined. Holds only the texts that were joined with another.
 */
export class JoinedTexts {
  readonly #parents = new Map<string, string>();

  /** Puts two texts together, with all that each was put together with. */
  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)].sort();
    if (first !== undefined && second !== undefined && first !== second) this.#parents.set(second, first);
  }

  /** The text that this one goes by; itself where it was joined with none. */
  of(text: string): string {
    let root = text;
    for (let up = this.#parents.get(root); up !== undefined; up = this.#parents.get(root)) root = up;
    // What was passed on the way is shortened, so that long chains are walked once.
    for (let at = text; at !== root; ) {
      const up = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = up;
    }
    return root;
  }
}
