/**
 * What the test of two judges swaps at once, and what it is called in Deutsch et al. 2021: all of an input's outputs; where each input has one output,
 * there is nothing to keep together.
 */
export const swapTestInWords = ({ samples, inputs }: { samples: number; inputs: number }): { each: string; test: string } =>
  samples > inputs ? { each: "input by input", test: "PERM-INPUTS" } : { each: "sample by sample", test: "PERM-BOTH" };
