import type { RatingExport } from "./export-rows";
import { type CsvCell, type CsvOptions, writeCsv } from "./write-csv";

export const longHeader = ["unit", "rater", "value", "criterion", "sample", "input", "system", "rater_kind", "arm"];

/**
 * Ratings one a row, as `redline stats alpha FILE --long unit,rater,value` reads them. `unit` is sample and criterion in one text
 * (a slash within the sample's id is written %2F, so that no two units share a name); `input` is the cluster. Ratings without a
 * score are left out: they are missing, and a missing rating has no row.
 */
export async function* writeLongCsv(
  ratings: AsyncIterable<RatingExport> | Iterable<RatingExport>,
  options: CsvOptions = {},
): AsyncGenerator<string> {
  yield* writeCsv(longHeader, longRows(ratings), options);
}

async function* longRows(ratings: AsyncIterable<RatingExport> | Iterable<RatingExport>): AsyncGenerator<CsvCell[]> {
  for await (const { sampleId, criterion, rater, score, inputKey, system, raterKind, arm } of ratings) {
    if (score !== null) yield [unitName(sampleId, criterion), rater, score, criterion, sampleId, inputKey, system, raterKind, arm];
  }
}

/** One text for a unit, different for different units. */
export const unitName = (sampleId: string, criterion: string): string =>
  `${sampleId.replaceAll("%", "%25").replaceAll("/", "%2F")}/${criterion}`;
