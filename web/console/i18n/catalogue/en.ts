import { FIRST, inLanguage } from './index.js';

export default inLanguage(FIRST, 'en');
