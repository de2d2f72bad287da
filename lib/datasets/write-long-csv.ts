import type { RatingExport } from "./export-rows";
import { type CsvCell, type CsvOptions, writeCsv } from "./write-csv";

export const longHeader = ["unit", "rater", "value", "criterion", "sample", "input", "system", "rater_kind", "arm"];
/** What the ratings of pairs have besides. */
export const longPairHeader = ["system_b", "gold_label", "subset", "swapped"];

/**
 * Ratings one a row, as `redline stats alpha FILE --long unit,rater,value` reads them. `unit` is sample and criterion in one text
 * (a slash within the sample's id is written %2F, so that no two units share a name); `input` is the cluster. Ratings without a
 * score are left out: they are missing, and a missing rating has no row. Of a pair the value is 1 for A, 0 for a tie and -1 for B.
 */
export async function* writeLongCsv(
  ratings: AsyncIterable<RatingExport> | Iterable<RatingExport>,
  { pairwise = false, ...options }: CsvOptions & { pairwise?: boolean } = {},
): AsyncGenerator<string> {
  yield* writeCsv(pairwise ? [...longHeader, ...longPairHeader] : longHeader, longRows(ratings, pairwise), options);
}

async function* longRows(ratings: AsyncIterable<RatingExport> | Iterable<RatingExport>, pairwise: boolean): AsyncGenerator<CsvCell[]> {
  for await (const { sampleId, criterion, rater, score, inputKey, system, raterKind, arm, ...pair } of ratings) {
    if (score === null) continue;
    const ofPair = pairwise ? [pair.systemB, pair.goldLabel, pair.subset, pair.swapped] : [];
    yield [unitName(sampleId, criterion), rater, score, criterion, sampleId, inputKey, system, raterKind, arm, ...ofPair];
  }
}

/** One text for a unit, different for different units. */
export const unitName = (sampleId: string, criterion: string): string =>
  `${sampleId.replaceAll("%", "%25").replaceAll("/", "%2F")}/${criterion}`;
