import type {
  CancellationPolicy,
  Penalty,
} from '../../../domain/pricing/cancellation/cancellation-policy.ts';
import { ARRIVAL_DAYS_AHEAD } from '../../../kernel/horizon.ts';

/** A period before check-in during which the cost of a cancellation does not change, with a text for guests. */
export interface PolicyPeriod {
  /** Null: the period starts at the time of booking. */
  from_hours_before_check_in: number | null;
  /** Null: this is the last period, which starts at check-in and has no end. */
  until_hours_before_check_in: number | null;
  penalty: Penalty | null;
  text_en: string;
  text_ar: string;
}

/**
 * Every booking is made fewer than this number of hours before check-in. A rule that starts this number of hours before
 * check-in, or earlier, therefore applies from the time of booking.
 */
const ALWAYS_HOURS = (ARRIVAL_DAYS_AHEAD + 1) * 24;

const ARABIC_PLURALS = new Intl.PluralRules('ar');

/** Returns the rules of a policy as periods, from the booking to the no-show. */
export function policyTimeline(policy: Pick<CancellationPolicy, 'rules' | 'noShowPenalty'>): PolicyPeriod[] {
  const rules = [...policy.rules].sort((one, other) => other.hoursBeforeCheckIn - one.hoursBeforeCheckIn);
  const steps: { hours: number | null; penalty: Penalty | null }[] = [];
  if ((rules[0]?.hoursBeforeCheckIn ?? 0) < ALWAYS_HOURS) steps.push({ hours: null, penalty: null });
  for (const rule of rules)
    steps.push({
      hours: rule.hoursBeforeCheckIn >= ALWAYS_HOURS ? null : rule.hoursBeforeCheckIn,
      penalty: rule.penalty,
    });
  steps.push({ hours: 0, penalty: policy.noShowPenalty });
  return steps.map((step, index) => period(step, steps[index + 1]?.hours ?? null));
}

function period(step: { hours: number | null; penalty: Penalty | null }, until: number | null): PolicyPeriod {
  const [whenEn, whenAr] = whenText(step.hours, until);
  const [costEn, costAr] = costText(step.penalty);
  return {
    from_hours_before_check_in: step.hours,
    until_hours_before_check_in: until,
    penalty: step.penalty,
    text_en: `${whenEn}: ${costEn}`,
    text_ar: `${whenAr}: ${costAr}`,
  };
}

function whenText(from: number | null, until: number | null): [string, string] {
  if (from === 0)
    return ['No show, or cancelled after check-in time', 'عدم الحضور، أو الإلغاء بعد وقت تسجيل الوصول'];
  if (from === null && until === 0) return ['At any time before check-in', 'في أي وقت قبل الوصول'];
  if (from === null) return [`Until ${until} hours before check-in`, `حتى ${hoursAr(until!)} قبل الوصول`];
  return [`From ${from} hours before check-in`, `من ${hoursAr(from)} قبل الوصول`];
}

function costText(penalty: Penalty | null): [string, string] {
  if (penalty === null || penalty.value === 0) return ['free of charge', 'الإلغاء مجاني'];
  if (penalty.type === 'PERCENT')
    return [`${penalty.value} % of the total is charged`, `تُحتسب نسبة ${penalty.value}٪ من المجموع الكلي`];
  return penalty.value === 1
    ? ['the first night is charged', 'تُحتسب الليلة الأولى']
    : [`the first ${penalty.value} nights are charged`, `تُحتسب أول ${nightsAr(penalty.value)}`];
}

const hoursAr = (count: number) => countedAr(count, 'ساعة واحدة', 'ساعتين', 'ساعات', 'ساعة');
const nightsAr = (count: number) => countedAr(count, 'ليلة واحدة', 'ليلتين', 'ليالٍ', 'ليلة');

/**
 * Writes a number with its noun in Arabic. For one and two, Arabic has a special form of the noun without a number.
 * From eleven, the noun is singular.
 */
function countedAr(count: number, one: string, two: string, few: string, many: string): string {
  if (count === 1) return one;
  if (count === 2) return two;
  return `${count} ${ARABIC_PLURALS.select(count) === 'few' ? few : many}`;
}
