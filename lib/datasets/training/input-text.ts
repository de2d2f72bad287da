import { createHash } from "node:crypto";

/** Hashes an input's normalized text: texts that differ only in case, white space or Unicode form get the same hash. */
export function inputText(input: string): string {
  const read = input.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  return createHash("sha256").update(read, "utf8").digest("base64");
}

/**
 * Groups inputs that must share a split (a disjoint-set forest). A file may give one input two names or one name to several texts; all inputs
 * connected by a text or a name are represented by the first of their texts. Holds only texts that were joined with another.
 */
export class JoinedTexts {
  readonly #parents = new Map<string, string>();

  /** Merges the groups of two texts. */
  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)].sort();
    if (first !== undefined && second !== undefined && first !== second) this.#parents.set(second, first);
  }

  /** The text that represents this one's group; the text itself if it was never joined. */
  of(text: string): string {
    let root = text;
    for (let up = this.#parents.get(root); up !== undefined; up = this.#parents.get(root)) root = up;
    // Path compression: long chains are walked only once.
    for (let at = text; at !== root; ) {
      const up = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = up;
    }
    return root;
  }
}
