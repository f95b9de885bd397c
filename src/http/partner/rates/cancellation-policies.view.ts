// Converts a cancellation policy of a hotel to the form that partners receive.

import type { HotelPolicy } from '../../../domain/pricing/cancellation/list-cancellation-policies.usecase.ts';
import type { CancellationPolicyItem } from './cancellation-policies.schema.ts';
import { policyTimeline } from './policy-timeline.view.ts';

export function cancellationPolicyView({ hotel, policy }: HotelPolicy): CancellationPolicyItem {
  return {
    id: policy.id,
    hotel_id: hotel.id,
    hotel_public_id: hotel.publicId,
    name_en: policy.nameEn,
    name_ar: policy.nameAr,
    rules: [...policy.rules]
      .sort((one, other) => other.hoursBeforeCheckIn - one.hoursBeforeCheckIn)
      .map((rule) => ({ hours_before_check_in: rule.hoursBeforeCheckIn, penalty: rule.penalty })),
    no_show_penalty: policy.noShowPenalty,
    timeline: policyTimeline(policy),
  };
}
