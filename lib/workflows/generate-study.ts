import "server-only";
import { insertGeneratedStudy } from "@/lib/db/generated-study";
import { demandPossibleSize, type GeneratedStudySize } from "@/lib/domain/generated-study";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

interface Input {
  name: string;
  size: GeneratedStudySize;
  /** What samples are made of. */
  sentences: readonly string[];
  onSamples?: (written: number) => void;
}

/** Creates a project with a generated study of any size, written inside the database. Throws invalid_input, already_exists. */
export async function generateStudy(actor: Actor, input: Input): Promise<{ projectId: string; taskId: string }> {
  demandInstanceAdmin(actor);
  demandPossibleSize(input.size);
  return insertGeneratedStudy(input.name, input.size, input.sentences, input.onSamples ?? (() => undefined));
}
