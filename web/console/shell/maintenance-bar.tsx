import { Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/i18n.js';

const EVERY_MS = 10_000;

/** Says that writes are refused, before somebody fills in a form for nothing. */
export const MaintenanceBar = () => {
  const { t } = useWords();
  return useMaintenance() ? (
    <p className="offline-bar">
      <Wrench size={16} aria-hidden />
      {t('maintenance.banner')}
    </p>
  ) : null;
};

/** A hidden page asks nothing. */
const useMaintenance = (): boolean => {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void isUnderMaintenance().then(setIsOn, () => undefined);
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isOn;
};

const isUnderMaintenance = async (): Promise<boolean> => {
  const response = await fetch('/console/maintenance');
  const { maintenance } = (await response.json()) as { maintenance: unknown };
  return maintenance != null;
};
