import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { deleteAccount } from "@/lib/workflows/delete-account";
import { disableAccount } from "@/lib/workflows/disable-account";

export const PATCH = route(endpoints.updateAccount, ({ actor, params, body }) => disableAccount(actor, { ...params, ...body }));
export const DELETE = route(endpoints.deleteAccount, ({ actor, params, body }) => deleteAccount(actor, { ...params, ...body }));
