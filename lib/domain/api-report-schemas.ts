import type { z } from "zod";
import {
  commonMeans,
  correlationFigures,
  countedShare,
  directions,
  groupedFigure,
  groupedFigures,
  labelAgreement,
  labelAgreements,
  pooledAgreement,
  raterScores,
  raterTime,
  report,
  reportVersion,
} from "./report";
import { biasChapter, criteriaChapter } from "./report-bias";
import { chapters } from "./report-chapters";
import { fates, influenceChapter, judged } from "./report-draft-effect";
import { actionRates, alphaFigure, alphaFigures, figure, interval, meanAlphaFigure, meanAlphaFigures, share } from "./report-figures";
import { filterTexts, reportFilter } from "./report-filter";
import { atEachLevel, contrast, influenceReport } from "./report-influence";
import { judgesChapter } from "./report-judges";
import { madeDimensions } from "./report-made";
import { nextChapter, unitsFor } from "./report-next";
import { accuracy, pairs } from "./report-pairs";
import { peopleChapter } from "./report-people";
import { scoresChapter } from "./report-scores";
import { alternativeTest, reaches, standing, verdictChapter } from "./report-verdict";

/** The schemas of the report that the HTTP interface names. */
export const apiReportSchemas: Readonly<Record<string, z.ZodType>> = {
  ActionRates: actionRates,
  AlphaFigure: alphaFigure,
  AlphaFigures: alphaFigures,
  AlternativeTest: alternativeTest,
  BiasChapter: biasChapter,
  Chapters: chapters,
  CorrelationFigures: correlationFigures,
  CriteriaChapter: criteriaChapter,
  Figure: figure,
  FilterTexts: filterTexts,
  GroupedFigures: groupedFigures,
  InfluenceChapter: influenceChapter,
  InfluenceReport: influenceReport,
  Interval: interval,
  JudgesChapter: judgesChapter,
  MadeDimensions: madeDimensions,
  MeanAlphaFigure: meanAlphaFigure,
  MeanAlphaFigures: meanAlphaFigures,
  NextChapter: nextChapter,
  PairsReport: pairs,
  PeopleChapter: peopleChapter,
  PooledAgreement: pooledAgreement,
  Report: report,
  ReportFilter: reportFilter,
  ReportVersion: reportVersion,
  ScoresChapter: scoresChapter,
  VerdictChapter: verdictChapter,
  ActionShare: share,
  GroupedFigure: groupedFigure,
  RaterScores: raterScores,
  CommonMeans: commonMeans,
  RaterTime: raterTime,
  CountedShare: countedShare,
  Directions: directions,
  LabelAgreement: labelAgreement,
  LabelAgreements: labelAgreements,
  DraftFates: fates,
  JudgedDrafts: judged,
  FigureByLevel: atEachLevel,
  Contrast: contrast,
  PairAccuracy: accuracy,
  Standing: standing,
  Reaches: reaches,
  UnitsFor: unitsFor,
};
