import { inLanguage } from './index.js';

export default inLanguage('en');
