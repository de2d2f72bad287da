import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { resetPassword } from "@/lib/workflows/reset-password";

export const POST = route(endpoints.resetPassword, ({ actor, params }) => resetPassword(actor, params), { secretReply: true });
