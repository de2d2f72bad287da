import { useState } from "react";
import type { z } from "zod";
import type { Judge, startRunBody } from "@/lib/domain/judge";

export const newestWording = "newest";
export const productWording = "product";

/** As typed. */
interface Fields {
  judgeId: string | null;
  samples: string;
  temperature: string;
  embeddingsModel: string;
  /** `newestWording`, `productWording`, or a version's id. */
  wording: string;
  labels: boolean;
}

/** By default some further lists are sampled: without them, the proposal's consistency is unknown. */
const blank: Fields = { judgeId: null, samples: "10", temperature: "0.7", embeddingsModel: "", wording: newestWording, labels: false };

/** State of the proposal form: values, errors and the request body, which is null while the form is invalid. */
export function useProposeForm(models: readonly Judge[]) {
  const [fields, setFields] = useState(blank);
  const chosen = models.find(({ id }) => id === fields.judgeId) ?? models[0] ?? null;
  const samples = fields.samples.trim() === "" ? 0 : Number(fields.samples);
  const temperature = fields.temperature.trim() === "" ? Number.NaN : Number(fields.temperature);
  const samplesAny = samples !== 0;
  const problems = {
    samples: Number.isInteger(samples) && samples >= 0 && samples <= 20 ? undefined : "A whole number from 0 to 20.",
    temperature: !samplesAny || (temperature >= 0 && temperature <= 2) ? undefined : "A number from 0 to 2.",
  };
  const embeddingsModel = fields.embeddingsModel.trim();
  const isWrong = Object.values(problems).some((problem) => problem !== undefined);
  const body: z.input<typeof startRunBody> | null =
    chosen === null || isWrong
      ? null
      : {
          judgeId: chosen.id,
          kind: "criteria",
          proposal: {
            samples,
            ...(fields.labels && { labels: true }),
            ...(samplesAny && { temperature }),
            ...(samplesAny && embeddingsModel !== "" && { embeddingsModel }),
            ...(fields.wording !== newestWording && { promptVersionId: fields.wording === productWording ? null : fields.wording }),
          },
        };
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }));
  return { chosen, fields, set, problems, body, samplesAny };
}
