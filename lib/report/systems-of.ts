import type { ReportData } from "@/lib/domain/report-data";
import { type Fraction, negated } from "./exact-mean";

/** One of the systems that wrote a sample's outputs, and how to turn a score to its point of view. */
interface SystemOfSample {
  name: string;
  turned(score: Fraction): Fraction;
}

const asItIs = (score: Fraction): Fraction => score;

/** The systems that a sample's score is about: for a pair both, the second with the sign of the preference reversed. Unknown systems are left out. */
export const systemsOf = ({ system, systemB }: ReportData["samples"][number]): SystemOfSample[] => [
  ...(system === null ? [] : [{ name: system, turned: asItIs }]),
  ...(systemB === null ? [] : [{ name: systemB, turned: negated }]),
];
