import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { deleteGoldSample } from "@/lib/workflows/delete-gold-sample";
import { saveGoldSample } from "@/lib/workflows/save-gold-sample";

export const PUT = route(endpoints.saveGoldSample, ({ actor, params, body }) => saveGoldSample(actor, { ...params, ...body }));

export const DELETE = route(endpoints.deleteGoldSample, ({ actor, params }) => deleteGoldSample(actor, params));
