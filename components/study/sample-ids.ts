/** The ids in a text: one a line, as copied from a column; in a single line, separated by commas. Each once. */
export function sampleIdsIn(text: string): string[] {
  const lines = text.split(/\r?\n/u);
  const ids = lines.filter((line) => line.trim() !== "").length > 1 ? lines : text.split(",");
  return [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ""))];
}
