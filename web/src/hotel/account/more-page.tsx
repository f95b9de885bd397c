import { FactList } from '../../parts/fact-list.tsx';
import { nameIn, useLanguage } from '../language.tsx';
import { useSession } from '../session.ts';
import { SignOutButton } from '../shell/sign-out-button.tsx';
import '../../styles/hotel-account.css';
import { Activity } from './activity.tsx';
import { Section } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { Staff } from './staff.tsx';
import { TotpForm } from './totp-form.tsx';
import { useSpeech } from './words.ts';

/** Shows the account of the person. Managers also see the other accounts of the hotel. */
export function MorePage() {
  const { words, shell } = useSpeech();
  const { language } = useLanguage();
  const { person, hotel } = useSession();
  const facts: [string, string][] = [
    [words.name, person.name],
    [words.role, shell.roles[person.role]],
    [words.email, person.email],
    [words.hotel, nameIn(language, hotel)],
  ];
  return (
    <div className="account">
      <h1>{words.title}</h1>
      <section className="account-you" aria-label={words.you}>
        <FactList facts={facts} />
      </section>
      {person.role === 'MANAGER' && (
        <>
          <Section title={words.staff.title}>
            <Staff />
          </Section>
          <Section title={words.activity.title}>
            <Activity />
          </Section>
        </>
      )}
      <Section title={words.password.title}>
        <PasswordForm />
      </Section>
      <Section title={words.totp.title}>
        <TotpForm hasTotp={person.has_totp} />
      </Section>
      <Section title={words.sessions.title}>
        <Sessions />
      </Section>
      <SignOutButton />
    </div>
  );
}
