import { alpacaEval } from "./alpaca-eval";
import { dialSummEval, summEval } from "./annotated-summaries";
import { argilla } from "./argilla";
import type { KnownSet } from "./known-set";
import { labelStudio } from "./label-studio";
import { llmbar } from "./llmbar";
import { mtBench } from "./mt-bench";
import { pandalm, pandalmVerdicts } from "./pandalm";
import { rewardBench } from "./reward-bench";

/** All sets, the most particular shape first. */
export const knownSets: readonly KnownSet[] = [
  labelStudio,
  argilla,
  pandalm,
  pandalmVerdicts,
  mtBench,
  summEval,
  dialSummEval,
  alpacaEval,
  rewardBench,
  llmbar,
];
