importScripts('{{service}}/sdk/sw.js');
