import type { ReportData } from "@/lib/domain/report-data";
import type { Fraction } from "./exact-mean";

/** One of the systems that wrote a sample's outputs, and how a score of the sample reads from its side. */
interface SystemOfSample {
  name: string;
  turned(score: Fraction): Fraction;
}

const asItIs = (score: Fraction): Fraction => score;
const otherSide = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: -numerator, denominator });

/** The systems a sample's score speaks of; of a pair both, the second with the sign of the preference turned round. None where it is not known. */
export const systemsOf = ({ system, systemB }: ReportData["samples"][number]): SystemOfSample[] => [
  ...(system === null ? [] : [{ name: system, turned: asItIs }]),
  ...(systemB === null ? [] : [{ name: systemB, turned: otherSide }]),
];
