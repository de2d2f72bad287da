import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { decideExam } from "@/lib/workflows/decide-exam";

export const POST = route(endpoints.decideExam, ({ actor, params, body }) => decideExam(actor, { ...params, ...body }));
