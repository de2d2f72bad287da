import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listUsers } from "@/lib/workflows/list-users";

export const GET = route(endpoints.listAccounts, ({ actor }) => listUsers(actor));
