import type { CancellationPolicyItem } from '../api/partner/rates/cancellation-policies.schema.ts';
import { policyTimeline } from '../api/partner/rates/policy-timeline.view.ts';
import type { Context } from '../boot/context.ts';
import type { Caller } from '../partners/authenticate.ts';

export function listCancellationPolicies(context: Context, caller: Caller): CancellationPolicyItem[] {
  const { snapshot } = context;
  return snapshot.portfolioOf(caller.client, context.today()).hotels.flatMap(({ hotel }) =>
    [...snapshot.policies.in(hotel.id)]
      .sort((one, other) => (one.nameEn < other.nameEn ? -1 : 1))
      .map((policy) => ({
        id: policy.id,
        hotel_id: hotel.id,
        hotel_public_id: hotel.publicId,
        name_en: policy.nameEn,
        name_ar: policy.nameAr,
        rules: [...policy.rules].sort(
          (one, other) => other.hours_before_check_in - one.hours_before_check_in,
        ),
        no_show_penalty: policy.noShowPenalty,
        timeline: policyTimeline(policy),
      })),
  );
}
