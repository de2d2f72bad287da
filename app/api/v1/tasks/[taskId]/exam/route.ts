import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { closeExam } from "@/lib/workflows/close-exam";
import { getExam } from "@/lib/workflows/get-exam";
import { openExam } from "@/lib/workflows/open-exam";

export const GET = route(endpoints.getExam, ({ actor, params }) => getExam(actor, params));

export const PUT = route(endpoints.openExam, ({ actor, params, body }) => openExam(actor, { ...params, ...body }));

export const DELETE = route(endpoints.closeExam, ({ actor, params }) => closeExam(actor, params));
