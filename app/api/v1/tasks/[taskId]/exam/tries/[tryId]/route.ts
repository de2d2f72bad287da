import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { noteExamTry } from "@/lib/workflows/note-exam-try";

export const PATCH = route(endpoints.noteExamTry, ({ actor, params, body }) => noteExamTry(actor, { ...params, ...body }));
