import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listReasonCodes } from "@/lib/workflows/list-reason-codes";
import { saveReasonCodes } from "@/lib/workflows/save-reason-codes";

export const GET = route(endpoints.listReasonCodes, ({ actor, params }) => listReasonCodes(actor, params));
export const PUT = route(endpoints.saveReasonCodes, ({ actor, params, body }) => saveReasonCodes(actor, { ...params, ...body }));
