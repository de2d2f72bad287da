import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { startExamTry } from "@/lib/workflows/start-exam-try";

export const POST = route(endpoints.startExamTry, ({ actor, params }) => startExamTry(actor, params));
