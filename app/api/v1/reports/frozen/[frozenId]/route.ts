import { endpoints } from "@/lib/domain/api";
import { jsonTextReply } from "@/lib/http/answer";
import { route } from "@/lib/http/route";
import { deleteFrozenReport } from "@/lib/workflows/delete-frozen-report";
import { readFrozenReport } from "@/lib/workflows/read-frozen-report";

export const GET = route(endpoints.readFrozenReport, async ({ actor, params }) => jsonTextReply(await readFrozenReport(actor, params)));
export const DELETE = route(endpoints.deleteFrozenReport, ({ actor, params }) => deleteFrozenReport(actor, params));
