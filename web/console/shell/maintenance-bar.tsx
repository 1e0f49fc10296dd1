import { Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/i18n.js';

const EVERY_MS = 10_000;

/** Announces maintenance, so that nobody fills in a form that cannot be saved. */
export const MaintenanceBar = () => {
  const { t } = useTranslation();
  return useMaintenance() ? (
    <p className="offline-bar">
      <Wrench size={16} aria-hidden />
      {t('maintenance.banner')}
    </p>
  ) : null;
};

/** A hidden page does not poll. */
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
