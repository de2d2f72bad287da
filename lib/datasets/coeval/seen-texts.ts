/** Where an import keeps what annotators saw, if it differs from the sample's own texts. */
export const seenAs = { input: "input as annotators saw it", output: "output as annotators saw it", system: "system in annotators' files" };

/** A sample's texts as one annotator saw them: its own, unless its import noted others. */
export function seenTexts<Texts extends { input: string; output: string; system: string | null }>(
  texts: Texts,
  metadata: Record<string, unknown>,
  annotator: string,
): Texts {
  const seen = (field: keyof typeof seenAs) => {
    const noted = metadata[`${seenAs[field]} (${annotator})`] ?? metadata[seenAs[field]];
    return typeof noted === "string" ? noted : texts[field];
  };
  return { ...texts, input: seen("input"), output: seen("output"), system: seen("system") };
}
