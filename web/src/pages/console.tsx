import '../styles/console.css';
import '../styles/preview.css';
import { useEffect, useMemo } from 'react';
import { valuesIn } from '../console/form-link.ts';
import { addressOf, operationOf, PATH } from '../console/operations.ts';
import { currentSession, dispatch } from '../console/state/store.ts';
import { useConsoleWords } from '../console/use-words.ts';
import { Workbench } from '../console/workbench.tsx';
import { replaceAddress, useHash, useSearch } from '../parts/router.tsx';
import { useTitle } from '../parts/title.ts';
import { NotFound } from './not-found.tsx';

/**
 * Shows the operation in the address. If the address contains no operation, the page shows the current step and adds
 * the name of its operation to the address.
 */
export function ConsolePage({ operation: id }: { operation: string | null }) {
  const words = useConsoleWords();
  const hash = useHash();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step must not change the operation that is shown.
  const current = useMemo(() => {
    const step = PATH.find((one) => one.step === currentSession().step)!;
    // Old addresses of operations have the form /console#search.
    return operationOf(hash) ?? step;
  }, [id, hash]);
  const operation = id === null ? current : operationOf(id);
  useTitle(operation === undefined ? null : `${words.operation[operation.id]} · ${words.console}`);
  useEffect(() => {
    if (operation === undefined) return;
    const values = valuesIn(search);
    if (Object.keys(values).length > 0) dispatch({ kind: 'fields', values });
    // The query is removed from the address. Otherwise a reload would overwrite the fields with the values of the
    // query.
    if (id !== operation.id || search !== '') replaceAddress(addressOf(operation.id));
  }, [id, operation, search]);
  if (operation === undefined) return <NotFound />;
  return <Workbench operation={operation} isAddressed={id !== null} />;
}
